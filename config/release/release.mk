# What a release publishes: archives, packages, the extension of GNOME Shell, pictures. Included by the Makefile.

# The extension as extensions.gnome.org takes it, one file for each generation.
extension = sleight@sleight
gnome-extension:
	@rm -rf .build/gnome; for generation in 43 45; do \
	  config/gnome-shell/make-extension $$generation .build/gnome/$$generation /usr/bin/sleight /usr/local/bin/sleight '~/.local/bin/sleight' && \
	  (cd .build/gnome/$$generation && python3 -m zipfile -c ../$(extension)-$$generation.zip metadata.json extension.js) || exit; \
	done; ls .build/gnome/*.zip

# The pictures of the metainfo, which a release publishes at its addresses: man/replay.svg as the pixels that software
# centres require, and the live picture of monitor, as a compositor shows it; and the hint that README shows.
.PHONY: screenshots
screenshots: build hint guest-root guest-kernel .build/bench/hand
	$(call install-packages,librsvg2-bin fonts-dejavu-core grim)
	rsvg-convert --zoom 1.5 --output config/appstream/replay.png man/replay.svg
	Tests/Guest/guest $(addprefix -f ,/usr/bin/grim /usr/share/fonts/truetype/dejavu .build/bench/hand $(binary) $(hint_binary) config) \
	  -r config/appstream config/appstream/photograph '$(CURDIR)/$(binary)' '$(CURDIR)/.build/bench/hand'

# The moving picture of README. Requires root, as test-desktops does.
.PHONY: film
film: build
	$(call install-packages,python3-pil fonts-dejavu-core mmdebstrap)
	config/appstream/film $(binary) config/appstream/hand.png

# A release: the source, and for every distribution with the same libraries the program and a script that installs it.
dist: build hint source
	@config/release/build $(version) $(binary) .build/dist

# With the versions of the dependencies of this build, so that the archive gives the same program later. A checkout has
# none: the newest versions differ between releases of Swift.
source:
	@mkdir -p .build/dist
	@test -f Package.resolved || $(SWIFT) package resolve
	@git archive --prefix=sleight-$(version)/ --add-file=Package.resolved HEAD | gzip -9n >.build/dist/sleight-$(version).tar.gz

deb: build hint deb-packages
	@mkdir -p $(packages); rm -f $(packages)/*.deb
	config/debian/build '$(version)' $(packages)

lint-deb: deb
	$(call install-packages,lintian)
	lintian --fail-on error,warning $(packages)/*.deb
